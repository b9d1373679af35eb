// vacuity: antecedent 12
// The grant is only looked at in a state that the counter never comes to.
module trigger(input clk, input rst, input req, output reg grant);
    reg [3:0] state = 0;
    always @(posedge clk) begin
        if (rst) state <= 0;
        else if (state < 9 && req) state <= state + 1;
        grant <= req;
    end
    always @(posedge clk) begin
        if (state == 12)
            assert (grant);
    end
endmodule
