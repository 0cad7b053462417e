/** Side effects wait for a person: exit code 6 while they wait, 4 when a confirmation is refused. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

const refused = (when: string, hint: string): About => ({ exit: 4, when, hint })

/** Carries the token to the terminal. Its message, which receipts keep, must never repeat it. */
export class ToolConfirmationRequired extends Data.TaggedError("tool_confirmation_required")<{
  readonly tool: string
  readonly action_id: string
  readonly pending_action_path: string
  readonly confirmation_token: string
  readonly expires_at: string
  readonly command: string
}> {
  static readonly about: About = {
    exit: 6,
    when: "The model, or a direct call, asked for a `commit` tool; it runs only after a person's confirmation.",
    hint: "Nothing was run. Run the printed command to go ahead, or `edge tools pending reject ID` to refuse.",
  }
  get hint() {
    return `Nothing was run. Run the printed command before ${this.expires_at} to go ahead, or refuse: edge tools pending reject ${this.action_id}`
  }
  override get message() {
    return `${this.tool} changes something, so it needs a person's confirmation first.`
  }
}

export class PendingActionNotFound extends Data.TaggedError("pending_action_not_found")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 3,
    when: "There is no pending action at the path, or with the id.",
    hint: "`edge tools pending list` shows what waits. Ask again for a new action.",
  }
  override get message() {
    return `No pending action at ${this.path}.`
  }
}

export class PendingActionTampered extends Data.TaggedError("pending_action_tampered")<{ readonly path: string }> {
  static readonly about = refused(
    "The pending action's file is not, byte for byte, what was written when the action was asked for.",
    "Do not confirm it. Ask again, and find out who can write to the file.",
  )
  override get message() {
    return `${this.path} was changed after it was written.`
  }
}

export class PendingActionElsewhere extends Data.TaggedError("pending_action_elsewhere")<{
  readonly state_dir: string
}> {
  static readonly about = refused(
    "The action belongs to another state folder, whose journal alone can say whether it ran already.",
    "Set EDGE_HOME to the folder that is named in the message.",
  )
  override get message() {
    return `The action belongs to the state folder ${this.state_dir}.`
  }
}

export class PendingActionRejected extends Data.TaggedError("pending_action_rejected")<{ readonly action_id: string }> {
  static readonly about = refused(
    "A person rejected the action. That is final.",
    "Ask again if the action is wanted after all.",
  )
  override get message() {
    return `The action ${this.action_id} was rejected.`
  }
}

export class ConfirmationTokenInvalid extends Data.TaggedError("confirmation_token_invalid")<{
  readonly path: string
}> {
  static readonly about = refused(
    "The token is not the one that was shown with this action.",
    "Copy the whole command again; the token has 64 hex digits and is shown only once.",
  )
  override get message() {
    return `The token does not belong to ${this.path}.`
  }
}

export class ConfirmationExpired extends Data.TaggedError("confirmation_expired")<{
  readonly action_id: string
  readonly expires_at: string
}> {
  static readonly about = refused(
    "The action waited longer than it may (10 minutes, or what `--confirm-ttl` said). Its arguments are removed.",
    "Ask again, and confirm sooner or with a longer --confirm-ttl.",
  )
  override get message() {
    return `The action ${this.action_id} expired at ${this.expires_at}.`
  }
}

/** The same for everyone who comes second, whatever became of the first. */
export class ConfirmationAlreadyClaimed extends Data.TaggedError("confirmation_already_claimed")<{
  readonly action_id: string
}> {
  static readonly about = refused(
    "The action was confirmed before; it runs at most once, also when that run failed or was cut short.",
    "`edge tools pending list` shows what became of it.",
  )
  override get message() {
    return `The action ${this.action_id} was confirmed before.`
  }
}

export class LocalModulesChanged extends Data.TaggedError("local_modules_changed")<{
  readonly modules: ReadonlyArray<string>
}> {
  static readonly about = refused(
    "A module of the tools file's folder changed, appeared or vanished after the action was asked for.",
    "Ask again, so that the action is bound to the code as it is now.",
  )
  override get message() {
    return `Local modules changed after the action was asked for: ${this.modules.join(", ")}.`
  }
}

export class ActiveSetChanged extends Data.TaggedError("active_set_changed")<{ readonly tool: string }> {
  static readonly about = refused(
    "The unchanged file came out with another set of tools than when the action was asked for.",
    "Make the tools of the file independent of time, chance and environment, then ask again.",
  )
  override get message() {
    return `The active tools beside ${this.tool} are not those that were active when the action was asked for.`
  }
}
