import { announcements as text } from '../../core/text/organize/venue.ts'
import { useAnnouncements } from './useAnnouncements.ts'

export default function AnnouncementLines({ className }: { className?: string | undefined }) {
  const shown = useAnnouncements()
  if (shown.length === 0) return null
  return (
    <ul aria-label={text.title} className={className}>
      {shown.map(({ num, text: line }) => (
        <li key={num}>{line}</li>
      ))}
    </ul>
  )
}
