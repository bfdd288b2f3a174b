import { useShallow } from 'zustand/react/shallow'
import { useUnsent } from '../core/writes/unsent.ts'
import { timeOfDay } from '../core/time/time.ts'
import { pressText } from '../core/text/officiate/referee.ts'
import { unsentProblem } from '../query/useSaving.ts'
import { ProblemNote } from '../ui/ProblemNote.tsx'

/** Unsaved writes whose form was closed. */
export default function UnsentWrites() {
  const left = useUnsent(
    useShallow((all) => all.filter(({ isLeft, isOverdue }) => isLeft && isOverdue)),
  )
  return left.map((unsent) => {
    const problem = unsentProblem(unsent)
    const detail = `${pressText.left(timeOfDay(new Date(unsent.at)))} ${problem.detail}`
    return <ProblemNote key={unsent.id} problem={{ ...problem, detail }} onDismiss={unsent.drop} />
  })
}
