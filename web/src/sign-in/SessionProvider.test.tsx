import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { useSession } from './SessionProvider.tsx'

const Greeting = () => useSession().person.name

test('what needs a session says that none was started', () => {
  expect(() => renderToStaticMarkup(<Greeting />)).toThrow('MSAL instance not initialized')
})
