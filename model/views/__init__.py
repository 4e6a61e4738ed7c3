"""What a successor is shown: views of records, and of logs of repositories."""
