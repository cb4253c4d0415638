import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  /** What replaces views that threw; `again` renders them again. Nothing by default. */
  readonly otherwise?: (again: () => void) => ReactNode;
}

/** Keeps a view that throws from taking the others with it (SH-177). */
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
