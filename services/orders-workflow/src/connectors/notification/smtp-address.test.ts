import t from 'tap'
import { smtpAddress } from './smtp-address.ts'

const plain = { port: 587, secure: false, auth: null, requireTLS: true, ignoreTLS: false, rejectUnauthorized: true }

t.test('when an address is read, then it has server, port and login', async (t) => {
  t.same(smtpAddress('smtp://mail.example.com'), { ...plain, host: 'mail.example.com' })
  t.same(smtpAddress('smtps://mail.example.com/'), {
    ...plain,
    host: 'mail.example.com',
    port: 465,
    secure: true,
    requireTLS: false,
  })
  t.same(smtpAddress('smtp://oms%40example.com:p%2Fw%3A1@10.0.0.1:2525'), {
    ...plain,
    host: '10.0.0.1',
    port: 2525,
    auth: { user: 'oms@example.com', pass: 'p/w:1' },
  })
  t.same(smtpAddress('smtp://[::1]:25'), { ...plain, host: '::1', port: 25, requireTLS: false })
})

t.test('when an address has options, then they set the use of TLS', async (t) => {
  t.match(smtpAddress('smtp://m?requireTLS=false'), { requireTLS: false })
  t.match(smtpAddress('smtp://m/?ignoreTLS=true&rejectUnauthorized=false'), {
    requireTLS: false,
    ignoreTLS: true,
    rejectUnauthorized: false,
  })
  t.match(smtpAddress('smtp://127.0.0.1:2525?requireTLS=true'), { requireTLS: true })
  t.match(smtpAddress('smtp://127.0.0.1.example.com'), { requireTLS: true }, 'only a server on this machine goes without')
})

t.test('when a text is no address or has other options, then it is refused', async (t) => {
  const bad = [
    '',
    'mail.example.com',
    'mail.example.com:25',
    'http://mail.example.com',
    'smtp:',
    'smtp://',
    'smtp://:25',
    'smtp://mail/path',
    'smtp://mail:port',
    'smtp://u:%E0%A4%A@mail',
    'smtp://mail?logger=true',
    'smtp://mail?pool=true',
    'smtp://mail?sendmail=true&path=/bin/sh',
    'smtp://mail?requireTLS=yes',
  ]
  for (const text of bad) t.equal(smtpAddress(text), null, text)
})
