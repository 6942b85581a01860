import * as contract from '@plinth/contract/mcp.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { answerMessage } from './answer-message.ts'
import { addAgentCall, listCallsOfAgents } from './calls-store.ts'
import { presentAgentCalls } from './present.ts'
import type { McpServices } from './services.ts'

export function mcpRoutes(app: FastifyInstance, services: McpServices) {
  const { db } = services

  route(app, contract.callMcp, async ({ account, caller, body, request, endTurn }, reply) => {
    const context = { services, account, requestId: request.id, endTurn, log: request.log }
    const [response] = await Promise.all([
      answerMessage(context, request, body),
      body['method'] === 'tools/call' && addAgentCall(db, account.id, caller),
    ])
    await sendResponse(reply, response)
  })

  route(app, contract.listAgentCalls, async ({ account }) => {
    return presentAgentCalls(await listCallsOfAgents(db, account.id, contract.agentCallDays))
  })

  // Without sessions there is no stream to open and nothing to end. Clients try, and want to be told with a 405.
  const onRequest = async (request: FastifyRequest, { raw }: FastifyReply) =>
    void (await app.resolveCaller({ access: 'agent', action: undefined }, request, raw))
  const { path: url, access } = contract.callMcp
  app.route({ method: ['GET', 'DELETE'], url, config: { access }, onRequest, handler: refuseMethod })
}

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('allow', 'POST')
  throw new Problem('method_not_allowed')
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<void> {
  const type = response.headers.get('content-type')
  if (type !== null) reply.type(type)
  await reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text())
}
