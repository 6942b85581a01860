import { expect, test } from 'vitest'

import { testPortal } from '../testing/test-app.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a session and a ticket have one valid encoding, and all others are refused', async () => {
  const { signer } = (await testPortal()).services.viewer
  const expires = Math.floor(Date.now() / 1000) + 60
  for (const use of ['session', 'ticket'] as const) {
    const signed = signer.sign({ use, userId: 1, version: 'abc', expires })
    expect(signer.verify(signed, use)).toMatchObject({ userId: 1, version: 'abc' })
    const [text = '', signature = ''] = signed.split('.')
    const last = alphabet.indexOf(signed.at(-1) ?? '')
    const sameBits = [1, 2, 3].map((bits) => signed.slice(0, -1) + alphabet[last ^ bits])
    const others = [
      `${signed}.`,
      `${signed}.anything`,
      `${signed}=`,
      `${signed} `,
      `.${signed}`,
      ` ${signed}`,
      `${text}=.${signature}`,
      `${text}..${signature}`,
      `${text}.${signature.slice(0, -1)}`,
      `${text}.${Buffer.from(signature, 'base64url').toString('base64')}=`,
      text,
      `${text}.`,
      `.${signature}`,
      '.',
      '',
      ...sameBits,
    ]
    for (const other of others)
      expect({ other, payload: signer.verify(other, use) }).toEqual({ other, payload: undefined })
    expect(signer.verify(signed, use === 'session' ? 'ticket' : 'session')).toBeUndefined()
  }
})
