import { Button } from '@mantine/core'

/** A button that downloads a file from the server. */
export function DownloadButton({ href, label }: { href: string; label: string }) {
  return (
    <Button component="a" href={href} download variant="default" size="md">
      {label}
    </Button>
  )
}
