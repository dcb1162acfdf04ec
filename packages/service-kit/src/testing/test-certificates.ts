import { generate } from 'selfsigned'

/** A certificate and its key, in PEM. */
export type Certificate = { cert: string; key: string }

export type TestAuthority = {
  /** The certificate that signs, in PEM. */
  ca: string
  /** A certificate for a server of that name, or for a client. */
  issue(name: string): Promise<Certificate>
}

const keyType = 'ec'

/** A certificate authority of a test's own. */
export async function testAuthority(): Promise<TestAuthority> {
  const authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return {
    ca: authority.cert,
    issue: async (name) => {
      const ca = { key: authority.private, cert: authority.cert }
      const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
        keyType,
        algorithm: 'sha256',
        ca,
        extensions: [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
        ],
      })
      return { cert, key }
    },
  }
}
