import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server accepted it: its recipients and its text. */
export type TakenMail = { from: string; recipients: string[]; text: string; messageId: string }

/** Deviations of the server from accepting everything immediately. */
export type MailServerMood = {
  /** The response code to a recipient, such as 550; undefined accepts it. */
  refuses?: (recipient: string) => number | undefined
  /** The response code to the content. */
  refusesContent?: () => number | undefined
  /** The response code to the sender. */
  refusesSender?: () => number | undefined
  /** The delay before the response to the content. */
  thinksMs?: number
  /** It responds to no content before this resolves. */
  waitsFor?: Promise<void>
  /** Runs when the content has arrived, before the response. */
  onContent?: () => void
}

export type TestMailServer = {
  mails: TakenMail[]
  mood: MailServerMood
  port: number
  /** The maximum number of concurrent mails. */
  mostAtOnce: () => number
  /** Refuses connections until `start`, which is on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

type TestScope = { teardown(end: () => unknown): unknown }

function failure(code: number): Error {
  return Object.assign(new Error('as the test asks'), { responseCode: code })
}

/**
 * A real mail server on loopback, which records accepted mails. `options` are added to the server's
 * own.
 */
export async function testMailServer(t: TestScope, options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: TakenMail[] = []
  const mood: MailServerMood = {}
  let [underWay, most, port] = [0, 0, 0]
  const respond = (code: number | undefined, done: (error?: Error | null) => void) =>
    done(code === undefined ? null : failure(code))

  const create = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onMailFrom: (_address, _session, done) => respond(mood.refusesSender?.(), done),
      onRcptTo: ({ address }, _session, done) => respond(mood.refuses?.(address), done),
      onData: async (stream, { envelope }, done) => {
        most = Math.max(most, ++underWay)
        // Null when the client disconnected in the middle.
        const content = await text(stream).catch(() => null)
        if (content !== null) {
          mood.onContent?.()
          await sleep(mood.thinksMs ?? 0)
          await mood.waitsFor
        }
        underWay--
        if (content === null) return
        const code = mood.refusesContent?.()
        if (code !== undefined) return done(failure(code))
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          text: content,
          messageId: /^Message-ID: (.*)$/im.exec(content)?.[1]?.trim() ?? '',
        })
        done()
      },
      ...options,
    })

  let server = create()
  const start = async () => {
    server = create()
    // A client that disconnects in the middle of a mail is no failure of the test.
    server.on('error', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  await start()
  t.teardown(stop)
  return { mails, mood, port, mostAtOnce: () => most, stop, start }
}
