import { expect, test } from 'vitest'

import { html } from './html-page.ts'

test('values are escaped in text and in attributes, and markup is not escaped twice', () => {
  const hostile = `"><script>alert('&')</script>`
  const escaped = '&#34;&#62;&#60;script&#62;alert(&#39;&#38;&#39;)&#60;/script&#62;'
  const item = html`<li title="${hostile}">${hostile}</li>`
  expect(html`<ul>${[item, undefined, 1]}</ul>`.text).toBe(`<ul><li title="${escaped}">${escaped}</li>1</ul>`)
})
