import { describe, expect, it } from 'vitest'

import { checkPerson, isEmail } from './person-form.ts'

describe('checking a person', () => {
  it('takes a name and an address', () => {
    expect(checkPerson({ displayName: 'Ada', email: 'ada@contoso.example' })).toEqual({})
  })

  it('says what is missing once, and marks both fields', () => {
    const missing = 'Name and email are required'
    expect(checkPerson({ displayName: ' ', email: '' })).toEqual({ displayName: missing, email: true })
    expect(checkPerson({ displayName: 'Ada', email: ' ' })).toEqual({ email: missing })
    expect(checkPerson({ displayName: '', email: 'ada@contoso.example' })).toEqual({ displayName: missing })
  })

  it('catches a slip in the address', () => {
    expect(checkPerson({ displayName: 'Ada', email: 'ada@contoso' })).toEqual({
      email: 'Please enter a valid email address',
    })
  })

  it('forgives blanks around an address, not inside it', () => {
    expect(isEmail(' ada@contoso.example ')).toBe(true)
    expect(isEmail('ada love@contoso.example')).toBe(false)
  })
})
