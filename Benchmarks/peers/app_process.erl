%% One gen_statem for each app: what somebody who knows Erlang would write.
%% Rates are by processor time, on one scheduler that does not spin.
%% erl +S 1 +sbwt none -noshell -run app_process bench PROCESSES
-module(app_process).
-behaviour(gen_statem).
-export([bench/1, init/1, callback_mode/0, active/3, inactive/3, background/3, suspended/3]).

-define(CYCLES, 200000).

callback_mode() -> state_functions.

init(Id) -> {ok, active, #{id => Id, memory => 83886080, unsaved => 0, transitions => 0}}.

moved(Data) -> maps:update_with(transitions, fun(Count) -> Count + 1 end, Data).

active({call, From}, resign, Data) -> {next_state, inactive, moved(Data), [{reply, From, ok}]}.

inactive({call, From}, activate, Data) -> {next_state, active, moved(Data), [{reply, From, ok}]};
inactive({call, From}, enter_background, Data) -> {next_state, background, moved(Data), [{reply, From, ok}]}.

background({call, From}, enter_foreground, Data) -> {next_state, inactive, moved(Data), [{reply, From, ok}]};
background({call, From}, suspend, Data) -> {next_state, suspended, moved(Data), [{reply, From, ok}, hibernate]}.

suspended({call, From}, enter_foreground, Data) -> {next_state, inactive, moved(Data), [{reply, From, ok}]}.

report(Name, Value, Unit) ->
    io:format("{\"name\":\"erlang.~s\",\"value\":~w,\"unit\":\"~s\"}~n", [Name, Value, Unit]).

start(Id) ->
    {ok, Process} = gen_statem:start(?MODULE, Id, []),
    Process.

bench([Text]) ->
    Count = list_to_integer(Text),
    Before = erlang:memory(total),
    Processes = [start(Id) || Id <- lists:seq(1, Count)],
    [[ok = gen_statem:call(Process, Event) || Event <- [resign, enter_background, suspend]] || Process <- Processes],
    erlang:garbage_collect(),
    report("bytesPerSuspendedProcess", (erlang:memory(total) - Before) / Count, "B"),
    One = start(0),
    Cycle = [resign, enter_background, enter_foreground, activate],
    statistics(runtime),
    [[ok = gen_statem:call(One, Event) || Event <- Cycle] || _ <- lists:seq(1, ?CYCLES)],
    {_, Milliseconds} = statistics(runtime),
    report("transitions", ?CYCLES * length(Cycle) * 1.0e3 / Milliseconds, "1/s"),
    halt().
