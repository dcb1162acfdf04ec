#!/usr/bin/env node
// In the checkout too: npm links it when it installs, before anything is built.
await import(new URL('./dist/server.js', import.meta.url).href)
