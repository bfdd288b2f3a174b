import type { StoryEvent } from '#events/game/game-replay.ts'

type StoryEventFilter = (storyEvent: StoryEvent) => boolean

// A jump goes to the exact time of an event. An event this close counts as the current one.
const toleranceMs = 50

/** The last matching event before a moment. */
export function previousStoryEvent(
  storyEvents: readonly StoryEvent[],
  ms: number,
  matches: StoryEventFilter,
): StoryEvent | undefined {
  return storyEvents.findLast(
    (storyEvent) => storyEvent.ms < ms - toleranceMs && matches(storyEvent),
  )
}

/** The first matching event after a moment. */
export function nextStoryEvent(
  storyEvents: readonly StoryEvent[],
  ms: number,
  matches: StoryEventFilter,
): StoryEvent | undefined {
  return storyEvents.find((storyEvent) => storyEvent.ms > ms + toleranceMs && matches(storyEvent))
}
