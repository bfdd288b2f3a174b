import { practiceText } from '../../core/text/spectate/later.ts'

export default function PracticeWords() {
  return (
    <p className="needs-you" role="note">
      {practiceText.sign}
    </p>
  )
}
