/** Tests that do not pass on an engine, and why. */
export interface Shortfall {
	/** Fits the full names of the tests. */
	tests: RegExp;
	because: string;
}

/** An n8n version that is tried, with what is known to be missing in it. */
export interface TriedVersion {
	version: string;
	shortfalls: Shortfall[];
}

const errorsWithoutCause: Shortfall = {
	tests:
		/^After a time-out |^What passes ends at once when the execution is cancelled$|^Message > Get says so when nothing is there$/,
	because:
		'n8n does not hand on why a request failed: a time-out, or a media file that is not there, reads like a connection that ended',
};
const refusedKeyWithoutCause: Shortfall = {
	tests:
		/when the key is (wrong|not accepted)$|^A session is refused with |^is told apart from an API key |with a key that the service does not accept$/,
	because: 'for the same reason a key or log-in that is not accepted reads like a connection that ended',
};
const noRenewal: Shortfall = {
	tests: /^A session |^works for [\w:]+$/,
	because: 'n8n cannot be told to treat only the status 401 as a failure: session tokens are not renewed',
};

const noFileStore: Shortfall = {
	tests: /^Voice > Clone sends the files (of an item, from memory|again)/,
	because: 'the test keeps its recordings in a way that this n8n does not know: Voice > Clone is not tried',
};

/** What `npm run test:compat` tries when it is given no version; docs/compatibility.md tells the outcome. */
export const triedVersions: TriedVersion[] = [
	{ version: '2.38.7', shortfalls: [] },
	{ version: '2.20.12', shortfalls: [errorsWithoutCause, refusedKeyWithoutCause] },
	{ version: '2.0.3', shortfalls: [errorsWithoutCause, noRenewal] },
	{ version: '1.123.81', shortfalls: [errorsWithoutCause, noRenewal] },
	{ version: '1.100.1', shortfalls: [noRenewal, noFileStore] },
];
