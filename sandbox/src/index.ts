/** Starts a sandbox from a program, mostly from a test: `await using sandbox = await startSandbox()`. */
export { startSandbox, type Sandbox, type SandboxOptions } from './client/start-sandbox.ts';
export type {
	DeliveryPattern,
	MessagePattern,
	RequestPattern,
	RequestTo,
	RequestWait,
	SandboxAccount,
	SentMessage,
} from './client/account.ts';
export type {
	Answer,
	EndpointName,
	FaultRequest,
	Query,
	RequestBody,
	ServicePath,
} from './client/interface.ts';
export type { Duration } from './service/time.ts';
