import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: { target: 'baseline-widely-available', reportCompressedSize: false },
})
