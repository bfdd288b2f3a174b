import { useShallow } from 'zustand/react/shallow'
import { useUnsent } from '../core/outbox/unsent.ts'
import { timeOfDay } from '../core/time.ts'
import { pressText } from '../core/text/pressed.ts'
import { unsentProblem } from '../query/useSaving.ts'
import { ProblemNote } from '../ui/ProblemNote.tsx'

/** What was not saved when its form was left; it is not forgotten. */
export default function LeftUnsent() {
  const left = useUnsent(useShallow((all) => all.filter(({ isLeft }) => isLeft)))
  return left.map((one) => {
    const problem = unsentProblem(one)
    const detail = `${pressText.left(timeOfDay(new Date(one.at)))} ${problem.detail}`
    return <ProblemNote key={one.id} problem={{ ...problem, detail }} onDismiss={one.drop} />
  })
}
