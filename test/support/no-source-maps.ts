// Node runs the sources as they are, with the same line numbers; looking for source maps makes every
// stack trace slow.
process.setSourceMapsEnabled(false)
