"""Laws: parts of the theorems, tried on drawn cases by a route that is no proof."""
