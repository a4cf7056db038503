import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openCache } from './client.ts'
import { texts } from './texts.ts'

const root = document.getElementById('root')
if (root !== null)
  createRoot(root, {
    onUncaughtError: (error) => {
      console.error(error)
      root.textContent = texts.broken
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={openCache()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
