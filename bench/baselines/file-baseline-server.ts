// The baseline of serving a file: what Node alone can do with the same bytes. Started as a process
// of its own.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const file = process.env.BASELINE_FILE ?? ''
const server = createServer((_request, response) => void createReadStream(file).pipe(response))
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`))
process.on('SIGTERM', () => process.exit(0))
