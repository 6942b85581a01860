import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { useSession } from './SessionProvider.tsx'

const Greeting = () => useSession().person.name

test('useSession fails outside its provider', () => {
  expect(() => renderToStaticMarkup(<Greeting />)).toThrow('MSAL instance not initialized')
})
