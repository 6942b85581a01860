import { isPlainText } from '@plinth/contract/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { DatabaseUnavailable } from '../../database/unavailable.ts'
import { acceptForms } from '../../http/accept-forms.ts'
import type { RenderedPage } from '../../http/html-page.ts'
import { callProvider } from '../../http/mount-provider.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import { consentPage, errorPage, signInPage } from './pages.ts'
import { addPerson, findPerson, listPeople, personFrom } from './people.ts'
import { mountPath } from './provider-facts.ts'

const Answer = z.union([
  z.object({ person: z.guid() }),
  z.object({ name: z.string().trim().min(1).max(100).refine(isPlainText), email: z.email().max(200) }),
  z.object({ consent: z.enum(['accept', 'cancel']) }),
])

/** The provider under `/idp`, and the pages people see there. */
export async function embeddedIdentityRoutes(
  app: FastifyInstance,
  identity: EmbeddedIdentity,
): Promise<void> {
  await app.register(async (scope) => {
    // The provider parses its own bodies.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${mountPath}/*`, { config: { access: 'public' } }, (request, reply) =>
      callProvider(request, reply, identity.provider, mountPath),
    )
  })
  await app.register(async (scope) => {
    acceptForms(scope)
    const address = `${mountPath}/interaction/:uid`
    scope.get(address, { config: { access: 'public' } }, (request, reply) =>
      showInteraction(request, reply, identity),
    )
    scope.post(address, { config: { access: 'public' } }, (request, reply) =>
      finishInteraction(request, reply, identity),
    )
  })
}

async function showInteraction(
  request: FastifyRequest,
  reply: FastifyReply,
  identity: EmbeddedIdentity,
  error?: string,
) {
  const details = await detailsOf(request, reply, identity)
  if (!details)
    return sendPage(reply, errorPage(identity, 'This sign-in was started in another tab or has expired.'))
  const { uid, prompt, session } = details
  if (prompt.name === 'consent') {
    const person = await findPerson(identity.db, session?.accountId ?? '')
    if (person) return sendPage(reply, consentPage({ ...identity, uid, person }))
  }
  const people = await listPeople(identity.db)
  const heading = prompt.name === 'select_account' && session?.accountId ? 'Choose an account' : 'Sign in'
  return sendPage(reply, signInPage({ ...identity, uid, people, heading, ...(error ? { error } : {}) }))
}

async function finishInteraction(request: FastifyRequest, reply: FastifyReply, identity: EmbeddedIdentity) {
  const answer = Answer.safeParse(request.body)
  const details = await detailsOf(request, reply, identity)
  if (!answer.success || !details)
    return showInteraction(request, reply, identity, 'Enter a name and a valid e-mail address.')
  const result = await resultOf(answer.data, identity)
  const next = await identity.provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: true,
  })
  return reply.redirect(next, 303)
}

async function resultOf(answer: z.infer<typeof Answer>, { db }: EmbeddedIdentity) {
  if ('consent' in answer) {
    return answer.consent === 'accept'
      ? { consent: {} }
      : { error: 'access_denied', error_description: 'The permissions were not granted.' }
  }
  const person =
    'person' in answer
      ? await findPerson(db, answer.person)
      : await addPerson(db, personFrom(answer.email, answer.name))
  return person
    ? { login: { accountId: person.objectId }, select_account: {} }
    : { error: 'access_denied', error_description: 'This person does not exist.' }
}

async function detailsOf(request: FastifyRequest, reply: FastifyReply, { provider }: EmbeddedIdentity) {
  const { uid } = request.params as { uid: string }
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw)
    return details.uid === uid ? details : undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    return undefined
  }
}

function sendPage(reply: FastifyReply, page: RenderedPage) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', page.contentSecurityPolicy)
    .send(page.html)
}
