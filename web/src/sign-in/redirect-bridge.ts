import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'

broadcastResponseToMainFrame().catch(() => {
  // Opened without a response in the address, for example from a bookmark: the portal starts the sign-in.
  location.replace('/')
})
