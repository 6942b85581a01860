// `npm run -s token -- owner@contoso.example`: an access token of the running embedded provider, for curl and scripts.
import { createHash, randomBytes } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'

import { getConfig } from '@plinth/contract/config.ts'
import { z } from 'zod'

import { terminal } from '../../operations/terminal.ts'
import { readConfig } from '../../settings/config.ts'
import { isLoopback } from '../../settings/loopback.ts'
import { reasonOf, StartupError } from '../../shared/startup-error.ts'
import { providerFacts } from './provider-facts.ts'

const TokenAnswer = z.object({ access_token: z.string() })

interface Answer {
  status: number
  location: string
  body: string
}

/** Signs in as a browser would: authorisation request, the person's button, the code, the token. */
async function fetchToken(email: string): Promise<string> {
  const config = readConfig(process.env)
  const { origin } = config.publicUrl
  const { issuer, apiScope, redirectUri } = providerFacts(config)
  const { clientId } = config.identity
  const send = browser()
  const portal = await send('GET', `${origin}${getConfig.path}`).catch((cause: unknown) => {
    throw new StartupError(
      `No portal answers at ${origin} (${reasonOf(cause)}). Run npm start first, or set PORT or PLINTH_PUBLIC_URL.`,
      { cause },
    )
  })
  if (!portal.body.includes('"OIDC"'))
    throw new StartupError('The portal uses an external identity provider.')
  const verifier = randomBytes(32).toString('base64url')
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: redirectUri,
    scope: `openid ${apiScope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { location: interaction } = await send('GET', `${issuer}/auth?${parameters.toString()}`)
  const signInPage = await send('GET', new URL(interaction, origin).href)
  const person = objectIdOf(email, signInPage.body)
  const { location: resume } = await send('POST', new URL(interaction, origin).href, { person })
  const { location: callback } = await send('GET', new URL(resume, origin).href)
  const code = new URL(callback, origin).searchParams.get('code') ?? ''
  const answer = await send('POST', `${issuer}/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  })
  return TokenAnswer.parse(JSON.parse(answer.body)).access_token
}

function objectIdOf(email: string, page: string): string {
  const people = page.split('<button class="person"').slice(1)
  const button = people.find((markup) => markup.includes(`<small>${email.toLowerCase()}</small>`))
  const objectId = button && /value="([^"]+)"/.exec(button)?.[1]
  if (!objectId) throw new StartupError(`Nobody signs in as ${email}. The sign-in page lists who does.`)
  return objectId
}

/** Names under `localhost` are this machine, but not every resolver knows that. */
const lookup: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

/** Keeps cookies between requests and leaves redirects to the caller. */
function browser() {
  const cookies = new Map<string, string>()
  return (method: 'GET' | 'POST', url: string, form?: Record<string, string>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { protocol, hostname } = new URL(url)
      const sent = (protocol === 'https:' ? https : http).request(
        url,
        {
          method,
          ...(isLoopback(hostname) ? { lookup } : {}),
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
        },
        (response) => {
          for (const cookie of response.headers['set-cookie'] ?? []) {
            const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
            cookies.set(name, value)
          }
          let body = ''
          response.on('data', (chunk: Buffer) => (body += chunk.toString()))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', body }),
          )
        },
      )
      sent.once('error', reject)
      sent.end(form ? new URLSearchParams(form).toString() : undefined)
    })
}

try {
  const [email] = process.argv.slice(2)
  if (!email) throw new StartupError('Name the person: npm run -s token -- owner@contoso.example')
  process.stdout.write(`${await fetchToken(email)}\n`)
} catch (error) {
  terminal.fail(error instanceof StartupError ? error.message : `Could not get a token: ${reasonOf(error)}.`)
  process.exitCode = 1
}
