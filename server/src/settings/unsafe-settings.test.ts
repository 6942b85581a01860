import { expect, test } from 'vitest'

import { StartupError } from '../shared/startup-error.ts'
import { readConfig } from './config.ts'
import { assertSafeSettings } from './unsafe-settings.ts'

const checking = (settings: Record<string, string>) => () => assertSafeSettings(readConfig(settings))

const signIn = { PLINTH_IDENTITY_AUTHORITY: 'https://login.example/v2.0', PLINTH_IDENTITY_CLIENT_ID: 'a' }
const portal = { ...signIn, PLINTH_PUBLIC_URL: 'https://plinth.example.com' }
const marketplace = {
  PLINTH_MARKETPLACE_TENANT: '11111111-1111-4111-8111-111111111111',
  PLINTH_MARKETPLACE_CLIENT_ID: 'a',
  PLINTH_MARKETPLACE_CLIENT_SECRET: 'b',
}

test.each<[string, Record<string, string>, string]>([
  [
    'viewers below an IP address',
    { ...signIn, PLINTH_PUBLIC_URL: 'https://192.168.1.4' },
    'PLINTH_VIEWER_URL is required',
  ],
  [
    'http viewers of an https portal',
    { ...portal, PLINTH_VIEWER_URL: 'http://{version}.view.plinth.example.com', PLINTH_ALLOW_HTTP: 'true' },
    'PLINTH_VIEWER_URL is http: while the portal is https:',
  ],
  [
    'a portal on a public name without encryption',
    { ...signIn, PLINTH_PUBLIC_URL: 'http://plinth.example.com' },
    'PLINTH_PUBLIC_URL is plain http: at plinth.example.com',
  ],
  [
    'a portal on an address of the local network without encryption',
    {
      ...signIn,
      PLINTH_PUBLIC_URL: 'http://192.168.1.4:3000',
      PLINTH_VIEWER_URL: 'https://view.example.com',
    },
    'PLINTH_PUBLIC_URL is plain http:',
  ],
  [
    'a name that only looks like loopback',
    { ...signIn, PLINTH_PUBLIC_URL: 'http://localhost.example.com' },
    'PLINTH_PUBLIC_URL is plain http:',
  ],
  [
    'viewers on a public name without encryption',
    { ...signIn, PLINTH_VIEWER_URL: 'http://{version}.view.example.com' },
    'PLINTH_VIEWER_URL is plain http:',
  ],
  [
    'an identity provider without encryption',
    { ...portal, PLINTH_IDENTITY_AUTHORITY: 'http://login.example/v2.0' },
    'PLINTH_IDENTITY_AUTHORITY is plain http:',
  ],
  [
    'a directory without encryption',
    { ...portal, PLINTH_GRAPH_URL: 'http://graph.example' },
    'PLINTH_GRAPH_URL is plain http:',
  ],
  [
    'a marketplace that is sent a secret without encryption',
    { ...portal, ...marketplace, PLINTH_MARKETPLACE_TOKEN_URL: 'http://token.example' },
    'PLINTH_MARKETPLACE_TOKEN_URL is plain http:',
  ],
  [
    'viewers on the portal’s own host',
    { PLINTH_VIEWER_URL: 'http://plinth.localhost:3000' },
    'PLINTH_VIEWER_URL must not be the host of the portal',
  ],
  [
    'viewers on another port of the portal',
    { ...portal, PLINTH_VIEWER_URL: 'https://plinth.example.com:8443' },
    'PLINTH_VIEWER_URL must not be the host of the portal',
  ],
  [
    'a portal whose name matches the viewers’',
    { ...portal, PLINTH_VIEWER_URL: 'https://{version}.example.com' },
    "The portal's own name, plinth.example.com, matches PLINTH_VIEWER_URL",
  ],
  [
    'a portal whose name matches the viewers’ prefix, on another port',
    {
      ...signIn,
      PLINTH_PUBLIC_URL: 'https://v-1.example.com:444',
      PLINTH_VIEWER_URL: 'https://V-{version}.example.com',
    },
    "The portal's own name, v-1.example.com, matches PLINTH_VIEWER_URL",
  ],
  [
    'trusted proxies that include everybody',
    { ...portal, PLINTH_TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/0' },
    'PLINTH_TRUSTED_PROXIES trusts everybody (0.0.0.0/0)',
  ],
  [
    'webhooks that may be sent anywhere',
    { ...portal, PLINTH_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,::/0' },
    'PLINTH_WEBHOOK_ALLOWED_NETWORKS allows everything (::/0)',
  ],
  [
    'agents that may be described anywhere',
    { ...portal, PLINTH_AGENT_ALLOWED_NETWORKS: '0.0.0.0/0' },
    'PLINTH_AGENT_ALLOWED_NETWORKS allows everything (0.0.0.0/0)',
  ],
])('the portal does not start with %s', (_, settings, sentence) => {
  expect(checking(settings)).toThrow(StartupError)
  expect(checking(settings)).toThrow(sentence)
})

test.each<[string, Record<string, string>]>([
  ['nothing but the defaults', {}],
  [
    'names of this machine',
    { PLINTH_PUBLIC_URL: 'http://127.0.0.1:3000', PLINTH_VIEWER_URL: 'http://{version}.localhost:3000' },
  ],
  ['viewers below the portal', { ...portal, PLINTH_VIEWER_URL: 'https://{version}.view.plinth.example.com' }],
  ['viewers on one shared name of their own', { ...portal, PLINTH_VIEWER_URL: 'https://view.example.com' }],
  [
    'viewers beside the portal by a prefix',
    { ...portal, PLINTH_VIEWER_URL: 'https://v-{version}.example.com' },
  ],
  [
    'plain http if it is allowed',
    { ...signIn, PLINTH_PUBLIC_URL: 'http://plinth.lab', PLINTH_ALLOW_HTTP: 'true' },
  ],
])('the portal starts with %s', (_, settings) => {
  expect(checking(settings)).not.toThrow()
})
