import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = { failed: (error: unknown) => ReactNode; children: ReactNode }

/** What breaks inside leaves what is around it standing. Another `key` tries again. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : this.props.failed(error)
  }
}
