/** What the server wrote into the page itself: known before any call, and even when every call fails. */
export const pageMetadata = {
  productName: document.title,
  supportEmail: document.querySelector<HTMLMetaElement>('meta[name=support-email]')?.content ?? '',
  isPublicDemo: document.querySelector<HTMLMetaElement>('meta[name=public-demo]')?.content === 'true',
  styleNonce: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '',
}
