/** What the server wrote into the page itself: available before any call, and even if every call fails. */
export const pageMetadata = {
  productName: document.title,
  supportEmail: document.querySelector<HTMLMetaElement>('meta[name=support-email]')?.content ?? '',
  isPublicDemo: document.querySelector<HTMLMetaElement>('meta[name=public-demo]')?.content === 'true',
  styleNonce: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '',
}
