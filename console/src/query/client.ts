import { QueryClient } from '@tanstack/react-query'

/**
 * What is read and comes in no frame: kept as long as it is on the screen, and read again when
 * somebody comes back to it. A screen that is opened anew shows nothing that is old: behind a
 * cabinet an old row is a wrong press. Hooks name it: the start page of a tablet, which is public,
 * loads what is read here only when it is needed, so nothing stands around it that could provide it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 0,
      // Why it failed is shown at once, with a way to try again.
      retry: false,
      // The hall's network has no internet: what a browser calls offline may well reach the server.
      networkMode: 'always',
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
queryClient.mount()
