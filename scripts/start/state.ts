import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Owner } from '../../playground/editor-api.ts';

/** The values that the next start needs. They include secrets: their file is for its owner only. */
export interface State {
	owner: Owner;
	apiKey?: string;
	apiKeyId?: string;
	credentialId?: string;
	workflowId?: string;
	/** The IDs of the workflows that `--example` has made, by the names of the examples. */
	exampleIds?: Record<string, string>;
	/** The token that vouches for chat-app messages, which the service does not sign. */
	chatAppToken?: string;
}

/** n8n wants a capital letter and a digit. */
const newPassword = () => `${randomBytes(12).toString('base64url')}A1`;

/** Reads the state; a new one, with a new password, when there is none. */
export const parseState = (file: string): State => {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as State;
	} catch {
		return { owner: { email: 'owner@playground.example', password: newPassword() } };
	}
};

/** Replaces the file as a whole, so that an interruption leaves the old or the new one. */
export const writeState = (file: string, state: State): void => {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
	renameSync(`${file}.new`, file);
};
