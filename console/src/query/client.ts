import { QueryClient } from '@tanstack/react-query'

/**
 * Reads data that no frame contains. It is kept as long as it is on the screen, and read again when
 * the page is shown again. A newly opened screen never shows old data, because an outdated row at a
 * cabinet leads to a wrong press. Hooks use this client directly instead of a provider: the public
 * start page loads it only when it is needed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 0,
      // A failure is shown at once, with a button to retry.
      retry: false,
      // The network of a venue may have no internet: an "offline" browser can still reach the
      // server.
      networkMode: 'always',
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
queryClient.mount()
