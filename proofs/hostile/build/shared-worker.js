addEventListener('connect', ({ ports: [port] }) => port.postMessage(self.location.origin))
