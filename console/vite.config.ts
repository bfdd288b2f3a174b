import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

const server = 'http://localhost:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
})
