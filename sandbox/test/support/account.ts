/** A campaign as batch-calls answers it (section 2). */
export interface Batch {
	id: string;
	user_id: string;
	name: string;
	caller_id: string;
	status: string;
	send_now: boolean;
	total_recipients: number;
	completed_count: number;
	failed_count: number;
	created_at: string;
}

/** A campaign as the control API shows it. */
export interface BatchDetail extends Batch {
	agent_id: string | null;
	started_at: string | null;
	finished_at: string | null;
	window_days: number[];
	recipients: Array<{
		name: string | null;
		phone_number: string;
		status: string;
		call_id: string | null;
		failure_reason: string | null;
		call_started_at: string | null;
		call_ended_at: string | null;
	}>;
}

/** The account's credits as the control API shows them, in US dollars. */
export interface Credits {
	balance: number;
	entries: Array<{ kind: string; amount: number; balance: number; reference: string | null }>;
	total: number;
}
