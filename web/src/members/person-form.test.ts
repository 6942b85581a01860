import { describe, expect, it } from 'vitest'

import { checkPerson, isEmail } from './person-form.ts'

describe('validating a person', () => {
  it('accepts a name and an address', () => {
    expect(checkPerson({ displayName: 'Ada', email: 'ada@contoso.example' })).toEqual({})
  })

  it('shows one message if both are missing, and marks both fields', () => {
    const missing = 'Name and email are required'
    expect(checkPerson({ displayName: ' ', email: '' })).toEqual({ displayName: missing, email: true })
    expect(checkPerson({ displayName: 'Ada', email: ' ' })).toEqual({ email: missing })
    expect(checkPerson({ displayName: '', email: 'ada@contoso.example' })).toEqual({ displayName: missing })
  })

  it('rejects an invalid address', () => {
    expect(checkPerson({ displayName: 'Ada', email: 'ada@contoso' })).toEqual({
      email: 'Please enter a valid email address',
    })
  })

  it('allows spaces around an address, but not inside', () => {
    expect(isEmail(' ada@contoso.example ')).toBe(true)
    expect(isEmail('ada love@contoso.example')).toBe(false)
  })
})
