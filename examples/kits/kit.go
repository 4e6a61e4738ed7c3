// A verifier that answers obligato's protocol: put yours into decide.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type object = map[string]any

var declared = object{
	"version": "obligato/verifier/1", "name": "kit", "language": "Go",
	"decides": []string{"plan", "finish"}, "claims": []string{}, "limits": object{"batch": 64},
}

type asked struct {
	Cmd   string
	Seq   json.Number
	Case  json.RawMessage
	Batch *[]asked
}

type document struct {
	Schema      string
	Certificate struct{ Claims []json.RawMessage }
}

// decide returns a verdict on a case: here is the place for your verifier.
func decide(raw json.RawMessage) (object, error) {
	var doc document
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	if doc.Schema == "obligato/case/1" {
		return object{"verdict": "reject"}, nil
	}
	if doc.Schema != "obligato/finish/1" {
		return nil, fmt.Errorf("unknown schema %q", doc.Schema)
	}
	if len(doc.Certificate.Claims) == 0 {
		return object{"verdict": "continue", "codes": []string{"MISSING_SLOT"}}, nil
	}
	return object{"verdict": "continue"}, nil
}

func answer(one asked) object {
	said, err := decide(one.Case)
	if err != nil {
		said = object{"errored": object{"message": err.Error()}}
	}
	said["seq"] = one.Seq
	return said
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for line, err := in.ReadBytes('\n'); err != io.EOF; line, err = in.ReadBytes('\n') {
		var message asked
		wrong := json.Unmarshal(line, &message)
		switch {
		case wrong == nil && message.Cmd == "stop":
			return
		case wrong == nil && message.Cmd == "start":
			out.Encode(declared)
		case wrong != nil || message.Cmd != "run":
			out.Encode(object{"error": object{"message": "unknown message"}})
		case message.Batch != nil:
			said := make([]object, len(*message.Batch))
			for i, one := range *message.Batch {
				said[i] = answer(one)
			}
			out.Encode(object{"batch": said})
		default:
			out.Encode(answer(message))
		}
	}
}
