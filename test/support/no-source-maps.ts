// Node runs the sources as they are, with the same lines; to look for maps makes each stack slow.
process.setSourceMapsEnabled(false)
