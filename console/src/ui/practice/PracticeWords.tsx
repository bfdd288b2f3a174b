import { practiceText } from '../../core/text/ui/practice.ts'

export default function PracticeWords() {
  return (
    <p className="needs-you" role="note">
      {practiceText.sign}
    </p>
  )
}
