// The commands of the program. Each receives the arguments after its name.

#ifndef HOST_H
#define HOST_H

enum { SEEN_BY_HOST = 33 };

// Causes a fault.
int nowhere(void);

void call_go(char **args);
void call_c(char **args);
void open_layer(char **args);
void open_inside(char **args);
void initialize(char **args);
void print_counts(char **args);
void await_go(char **args);
void load(char **args);
void call_foreign(char **args);
void handle(char **args);
void handle_and_pass(char **args);
void handle_without_stack(char **args);
void handle_first(char **args);
void fault(char **args);
void write_to_nobody(char **args);
void break_driver(char **args);
void call_back(char **args);
void send_process(char **args);
void send_thread(char **args);

#endif
