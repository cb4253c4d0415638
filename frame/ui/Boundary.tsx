import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Renders the replacement of views that threw; `again` renders the views again. Default: nothing. */
  readonly otherwise?: (again: () => void) => ReactNode;
}

/** An error boundary: a view that throws does not affect the others (SH-177). */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, otherwise } = this.props;
    return this.state.hasFailed ? otherwise?.(() => this.setState({ hasFailed: false })) : children;
  }
}
