import type { Outcome } from '../../delivery/types.ts';
import type { ChatTexts } from '../../texts.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { Connection } from './connection.ts';
import type { Desk, FilesDeployment } from './deployment.ts';

/** What the parts of the open conversation share. */
export interface ConversationParts {
  readonly state: ChannelState;
  readonly connection: Connection;
  /** The desk of the conversation, or of the one before. */
  readonly deskConfig: Readonly<Desk>;
  /** Undefined if the deployment names no upload service. */
  readonly files: FilesDeployment | undefined;
  readonly text: ChatTexts;
  /** The texts whose answer is awaited, with the refusal if one has come instead. */
  readonly inFlight: Map<string, Outcome | undefined>;
}
