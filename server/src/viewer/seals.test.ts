import { expect, test } from 'vitest'

import { testPortal } from '../testing/test-app.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a session and a ticket have one spelling, and every other is refused', async () => {
  const { seals } = (await testPortal()).services.viewer
  const expires = Math.floor(Date.now() / 1000) + 60
  for (const use of ['session', 'ticket'] as const) {
    const sealed = seals.seal({ use, userId: 1, version: 'abc', expires })
    expect(seals.open(sealed, use)).toMatchObject({ userId: 1, version: 'abc' })
    const [text = '', signature = ''] = sealed.split('.')
    const last = alphabet.indexOf(sealed.at(-1) ?? '')
    const sameBits = [1, 2, 3].map((bits) => sealed.slice(0, -1) + alphabet[last ^ bits])
    const others = [
      `${sealed}.`,
      `${sealed}.anything`,
      `${sealed}=`,
      `${sealed} `,
      `.${sealed}`,
      ` ${sealed}`,
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
      expect({ other, pass: seals.open(other, use) }).toEqual({ other, pass: undefined })
    expect(seals.open(sealed, use === 'session' ? 'ticket' : 'session')).toBeUndefined()
  }
})
