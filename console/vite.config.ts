import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
})
