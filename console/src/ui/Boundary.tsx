import { Component } from 'react'
import type { ComponentType, ReactNode } from 'react'

type Props = { failed: ComponentType<{ error: unknown }>; children: ReactNode }

/** An error boundary. A new `key` renders the children again. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { failed: Failed, children } = this.props
    return error === null ? children : <Failed error={error} />
  }
}
