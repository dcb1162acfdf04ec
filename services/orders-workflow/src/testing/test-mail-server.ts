import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server took it: whom for, and its text. */
export type TakenMail = { from: string; recipients: string[]; text: string; messageId: string }

/** What the server does otherwise than taking everything at once. */
export type MailServerMood = {
  /** The code with which it answers a recipient, such as 550; undefined takes it. */
  refuses?: (recipient: string) => number | undefined
  /** The code with which it answers the content. */
  refusesContent?: () => number | undefined
  /** The code with which it answers the sender. */
  refusesSender?: () => number | undefined
  /** How long it thinks before it answers the content. */
  thinksMs?: number
  /** It answers no content before this. */
  waitsFor?: Promise<void>
  /** Runs when the content has arrived, before the answer. */
  onContent?: () => void
}

export type TestMailServer = {
  mails: TakenMail[]
  mood: MailServerMood
  port: number
  /** The most mails that it was given at the same time. */
  mostAtOnce: () => number
  /** Refuses connections until `start`, which is on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

type Ending = { teardown(end: () => unknown): unknown }

function failure(code: number): Error {
  return Object.assign(new Error('as the test asks'), { responseCode: code })
}

/** A real mail server on loopback, which keeps what it takes. `options` are added to the server's own. */
export async function testMailServer(t: Ending, options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: TakenMail[] = []
  const mood: MailServerMood = {}
  let [underWay, most, port] = [0, 0, 0]
  const answer = (code: number | undefined, done: (error?: Error | null) => void) =>
    done(code === undefined ? null : failure(code))

  const create = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onMailFrom: (_address, _session, done) => answer(mood.refusesSender?.(), done),
      onRcptTo: ({ address }, _session, done) => answer(mood.refuses?.(address), done),
      onData: async (stream, { envelope }, done) => {
        most = Math.max(most, ++underWay)
        // Null when the client went away in the middle.
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
    // A client that goes away in the middle of a mail is no failure of the test.
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
