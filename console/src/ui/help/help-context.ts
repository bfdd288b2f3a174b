import { createContext } from 'react'
import type { HelpPart } from '../../core/text/shell.ts'

/** The part of the handbook that explains the screens inside. */
export const HelpContext = createContext<HelpPart | undefined>(undefined)
