/**
 * Tells if n8n could not read a credential because it was deleted, so that it will not be there later, either.
 * n8n's packages do not offer the class of its error. Tested by test/e2e/function-trigger.test.ts.
 */
export const isCredentialMissing = (error: unknown): boolean =>
	error instanceof Error && error.constructor.name === 'CredentialNotFoundError';
