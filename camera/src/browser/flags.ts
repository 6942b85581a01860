/** Nothing that a build does not need, and nothing that asks the network. */
const quiet = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--mute-audio',
  '--block-new-web-contents',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
]

/**
 * Behind the empty network namespace, for browsers that run without one. No name and no address resolves; whatever would
 * still connect gets a proxy that is not there. Interception alone is no wall: WebSockets, speculation rules and WebRTC go
 * around it.
 */
const offline = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** The same pixels every time. They belong to the key of a picture: other flags, other pixels. */
const still = [
  '--hide-scrollbars',
  '--force-device-scale-factor=1',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--num-raster-threads=1',
]

const heapMegabytes = 512

export const chromiumFlags: readonly string[] = [
  ...quiet,
  ...offline,
  ...still,
  `--js-flags=--max-old-space-size=${heapMegabytes}`,
]
