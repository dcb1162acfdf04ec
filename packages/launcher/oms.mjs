#!/usr/bin/env node
// `oms` is a command of the checkout like every other: installed and run by the Node that the lock
// file names.
import process from 'node:process'

process.argv.splice(2, 0, 'oms')
await import('./bootstrap.mjs')
