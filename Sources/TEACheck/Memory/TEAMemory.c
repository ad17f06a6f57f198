// A target of C needs a source; all of this one is in its header, to be inlined.
